import type { ChangeEvent } from 'react'
import { t } from '#platform/text/text.ts'

const largest = 5 * 1024 * 1024

/** Reads a selected text file; calls `refuse` with a message if it is not text or too large. */
export function useFile(read: (text: string) => void, refuse: (why: string) => void) {
  return async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const [file] = input.files ?? []
    if (!file) return
    if (file.size > largest) return refuse(t('This file is larger than 5 MB'))
    const bytes = new Uint8Array(await file.arrayBuffer())
    // Allow choosing the same file again after it was corrected
    input.value = ''
    const utf16 =
      bytes[0] === 0xff && bytes[1] === 0xfe
        ? 'utf-16le'
        : bytes[0] === 0xfe && bytes[1] === 0xff
          ? 'utf-16be'
          : undefined
    try {
      const text = new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes)
      if (text.includes('\0')) throw new Error('not a text')
      read(text)
    } catch {
      refuse(t('The file format is not valid'))
    }
  }
}
