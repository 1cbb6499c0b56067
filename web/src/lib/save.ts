/** Offers a text as a file to keep. */
export function saveFile(name: string, text: string, kind = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
