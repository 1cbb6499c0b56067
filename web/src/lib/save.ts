/** Offers a text as a file to keep. */
export function saveFile(name: string, text: string, kind = 'application/json'): void {
  saveBlob(name, new Blob([text], { type: kind }));
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
