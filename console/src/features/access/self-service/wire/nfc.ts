interface Reader extends EventTarget {
  scan(options: { signal: AbortSignal }): Promise<void>
}
type Readers = { NDEFReader?: new () => Reader }

/** Can this phone read cards by itself? */
export const readsCards = (): boolean => (window as Readers).NDEFReader !== undefined

/** Reads cards held to the phone until `signal` ends it; rejects when the person does not allow it. */
export async function scan(heard: (card: string) => void, signal: AbortSignal): Promise<void> {
  const { NDEFReader } = window as Readers
  if (!NDEFReader) return
  const reader = new NDEFReader()
  reader.addEventListener(
    'reading',
    event => {
      const card = hexOf((event as Event & { serialNumber?: string }).serialNumber ?? '')
      if (card !== '') heard(card)
    },
    { signal },
  )
  await reader.scan({ signal })
}

/** "04:a1:b2:c3" as a card's number. */
export const hexOf = (serial: string): string => serial.replaceAll(/[^0-9a-f]/gi, '').toUpperCase()
