import { expect, it } from 'vitest';
import { inline, render } from './markdown.ts';

it('reads what the rules pages use', () => {
  expect(render('# Title\n\nTwo\nlines.')).toBe('<h1 id="title">Title</h1>\n<p>Two lines.</p>');
  expect(render('- one\n  more\n- two\n  - inner')).toBe('<ul><li>one more</li><li>two<ul><li>inner</li></ul></li></ul>');
  expect(render('1. one\n2. two')).toBe('<ol><li>one</li><li>two</li></ol>');
  expect(render('```text\n<b>\n```')).toBe('<pre tabindex="0"><code>&lt;b&gt;</code></pre>');
  expect(render('| a | b |\n|---|---|\n| 1 | `x` |')).toContain('<tr><td>1</td><td><code>x</code></td></tr>');
});

it('lets nothing through that is not text', () => {
  expect(inline('<script>')).toBe('&lt;script&gt;');
  expect(inline('**bold** and `a*b*c` and *em*')).toBe('<strong>bold</strong> and <code>a*b*c</code> and <em>em</em>');
  expect(inline('[nine](nine.md) [out](https://example.org) [codes](../errors.md) [how](../../data/a.txt)')).toBe(
    '<a href="/docs/rules/nine">nine</a> <a href="https://example.org" rel="noopener noreferrer">out</a> <a href="/docs/errors">codes</a> how (<code>data/a.txt</code>)',
  );
});
