/** Offers a text as a file to keep. */
export function saveFile(name: string, text: string, kind = 'application/json'): void {
  saveBlob(name, new Blob([text], { type: kind }));
}

/** Offers a file of Othello's WTHOR, which comes in Base64. */
export function saveWthor(name: string, text: string): void {
  saveBlob(name, new Blob([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], { type: 'application/octet-stream' }));
}

/** Offers anything as a file to keep. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
