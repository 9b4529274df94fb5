/** How the file of a host is named, its port with it where that is not the usual one. */
export function folderNames(host: string): readonly string[] {
  // A host of dots would lead out of the folder.
  return /[^.]/.test(host) ? [host, `${host}.txt`, `${host}/robots.txt`] : [];
}
