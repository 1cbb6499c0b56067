/**
 * Turns the rules pages from Markdown into HTML when the page is built. It supports what those pages use: headings,
 * paragraphs, lists, tables, code, quotes, emphasis and links.
 */

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => ESCAPES[letter]!);

/** Emphasis, code and links within a line. */
export function inline(text: string): string {
  const codes: string[] = [];
  const held = text.replace(/`([^`]+)`/g, (_, code: string) => `\u0000${codes.push(`<code>${escape(code)}</code>`) - 1}\u0000`);
  return escape(held)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[\s(])\*([^*\s][^*]*)\*/g, '$1<em>$2</em>')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, label: string, target: string) => link(label, target))
    .replace(/\u0000(\d+)\u0000/g, (_, index: string) => codes[Number(index)]!);
}

/** Links to other rules and to the documents beside them become pages of ours; other files are named after the words. */
function link(label: string, target: string): string {
  const rules = /^(?:\.\/)?([a-z-]+)\.md(#.*)?$/.exec(target);
  if (rules) return `<a href="/docs/rules/${rules[1]}">${label}</a>`;
  const beside = /^\.\.\/(strength|errors(?:\/[a-z-]+)?)\.md(#.*)?$/.exec(target);
  if (beside) return `<a href="/docs/${beside[1]}">${label}</a>`;
  if (/^https:\/\//.test(target)) return `<a href="${target}" rel="noopener noreferrer">${label}</a>`;
  if (target.startsWith('#')) return `<a href="${target}">${label}</a>`;
  return `${label} (<code>${target.replace(/^(?:\.\.\/)+/, '')}</code>)`;
}

const slug = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');

function table(lines: string[]): string {
  const cells = (line: string) => line.replace(/^\||\|$/g, '').split(/(?<!\\)\|/).map((cell) => inline(cell.trim().replaceAll('\\|', '|')));
  const [head, , ...rows] = lines;
  const row = (line: string, tag: string) => `<tr>${cells(line).map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const body = rows.map((line) => row(line, 'td')).join('');
  return `<div class="scroll" tabindex="0" role="group"><table><thead>${row(head!, 'th')}</thead><tbody>${body}</tbody></table></div>`;
}

const ITEM = /^(\s*)([-*]|\d+\.)\s+(.*)$/;

function listOf(lines: string[]): string {
  const first = ITEM.exec(lines[0]!)!;
  const depth = first[1]!.length;
  const tag = /\d/.test(first[2]!) ? 'ol' : 'ul';
  const items: { text: string; inner: string[] }[] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item && item[1]!.length === depth) items.push({ text: item[3]!, inner: [] });
    else if (item || (items.at(-1)?.inner.length ?? 0) > 0) items.at(-1)!.inner.push(line);
    else items.at(-1)!.text += ` ${line.trim()}`;
  }
  const inside = items.map(({ text, inner }) => `<li>${inline(text)}${inner.length > 0 ? listOf(inner) : ''}</li>`);
  return `<${tag}>${inside.join('')}</${tag}>`;
}

/** The HTML of a page. */
export function render(markdown: string): string {
  const lines = markdown.split('\n');
  const html: string[] = [];
  let at = 0;
  const take = (test: (line: string) => boolean) => {
    const from = at;
    while (at < lines.length && test(lines[at]!)) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (line.trim() === '') at += 1;
    else if (heading) {
      const [, marks, text] = heading;
      html.push(`<h${marks!.length} id="${slug(text!)}">${inline(text!)}</h${marks!.length}>`);
      at += 1;
    } else if (line.startsWith('```')) {
      at += 1;
      const code = take((each) => !each.startsWith('```'));
      at += 1;
      html.push(`<pre tabindex="0"><code>${escape(code.join('\n'))}</code></pre>`);
    } else if (line.startsWith('|')) html.push(table(take((each) => each.startsWith('|'))));
    else if (line.startsWith('>')) {
      html.push(`<blockquote>${render(take((each) => each.startsWith('>')).map((each) => each.replace(/^> ?/, '')).join('\n'))}</blockquote>`);
    } else if (ITEM.test(line)) html.push(listOf(take((each) => each.trim() !== '' && !/^(#|\||```)/.test(each))));
    else {
      const text = take((each) => each.trim() !== '' && !/^(#{1,6}\s|\||```|>)/.test(each) && !ITEM.test(each));
      html.push(`<p>${inline(text.join(' '))}</p>`);
    }
  }
  return html.join('\n');
}
