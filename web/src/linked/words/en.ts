/** The words of a game that comes by a link, in English. */
export const words = {
  title: 'A game from a link',
  unchecked: 'From a link. Not checked against a server.',
  bring: 'Open a game',
  bringText: 'Paste a link that carries a game, or a record; or choose a file.',
  paste: 'Link or record',
  open: 'Open',
  file: 'Choose a file',
  tooLong: 'This game is too long for a link. Save the file.',
  copyLink: 'Copy link',
  shareGame: 'Link that carries the game',
  shareShot: 'Link to this shot',
  review: 'Review game',
  playOn: 'Play on here',
  at: (n: number, of: number) => `Move ${n} of ${of}`,
  unreadable: 'This link cannot be read.',
  seat: (n: number) => `Player ${n}`,
  notOver: 'The game is not over.',
};

export type LinkedWords = typeof words;
