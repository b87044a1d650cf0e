/** A browser has read what it saves long before. */
const releasedAfter = 60_000;

/** Saves a file on the device, as a click on a link that downloads would. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), releasedAfter);
}
