/** The text of a file in UTF-8 or UTF-16. @throws TypeError for other encodings */
export function textIn(bytes: Uint8Array): string {
  const [first, second] = bytes
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes)
}

export const fileText = async (file: File): Promise<string> => textIn(new Uint8Array(await file.arrayBuffer()))
