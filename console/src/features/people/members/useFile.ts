import type { ChangeEvent } from 'react'
import { textIn } from '#platform/data/fileText.ts'
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
    try {
      const text = textIn(bytes)
      if (text.includes('\0')) throw new Error('not a text')
      read(text)
    } catch {
      refuse(t('The file format is not valid'))
    }
  }
}
