import { X509Certificate } from 'node:crypto'

/**
 * The certificate of an X509Certificate element in PEM; undefined if it can't be read. Some products leave the PEM armor
 * around the base64 text.
 */
export function certificateInMetadata(text: string): string | undefined {
  const base64 = text.replaceAll(/-----(?:BEGIN|END) [A-Z ]+-----|\s/g, '')
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString().trim()
  } catch {
    return undefined
  }
}
