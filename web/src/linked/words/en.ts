/** The words for a game from a link, in English. */
export const words = {
  title: 'A game from a link or file',
  unchecked: 'From a link or file. Not checked against a server.',
  bring: 'Open a game',
  bringText: 'Paste a link that carries a game, a record, or a game of Othello as a transcript or in GGF; or choose a file, also one with many games or a WTHOR database.',
  paste: 'Link, record or transcript',
  open: 'Open',
  file: 'Choose a file',
  tooLong: 'This game is too long for a link. Save the file.',
  copyLink: 'Copy link',
  shareGame: 'Link that carries the game',
  shareShot: 'Link to this shot',
  review: 'Review game',
  playOn: 'Play on here',
  at: (n: number, of: number) => `Move ${n} of ${of}`,
  unreadable: 'This game cannot be read.',
  saveGgf: 'Save as GGF',
  saveWthor: 'Save as WTHOR',
  games: 'The games of this file',
  game: 'Game',
  gameBefore: 'The game before',
  gameAfter: 'The next game',
  copyTranscript: 'Copy transcript',
  seat: (n: number) => `Player ${n}`,
  notOver: 'The game is not over.',
};

export type LinkedWords = typeof words;
