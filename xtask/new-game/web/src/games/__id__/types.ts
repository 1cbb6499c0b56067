/** __Title__ as it comes over the wire. */
export type * from '../../gen/__id__.ts';
