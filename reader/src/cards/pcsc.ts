import { EventEmitter, on } from 'node:events'

/** GET DATA of the contactless interface (PC/SC part 3 §3.2.2.1.3): the card's number. */
const getNumber = Uint8Array.of(0xff, 0xca, 0x00, 0x00, 0x00)

/** The number in a card's response, in hexadecimal; undefined unless it ends with 90 00. */
export function numberIn(answer: Uint8Array): string | undefined {
  const bytes = Buffer.from(answer)
  const said = bytes.length > 2 && bytes.readUInt16BE(bytes.length - 2) === 0x9000
  return said ? bytes.subarray(0, -2).toString('hex').toUpperCase() : undefined
}

/** Numbers of cards tapped at PC/SC readers. Requires the optional package pcsc-mini and a running pcscd. */
export async function* pcscCards(): AsyncGenerator<string> {
  const { CardDisposition, CardMode, Client, ReaderStatus } = await import('pcsc-mini').catch(() => {
    throw new Error('PC/SC needs the package pcsc-mini for this platform. Keyboard readers work without it')
  })
  const taps = new EventEmitter()
  const client = new Client()
  client.on('error', error => taps.emit('error', error))
  client.on('reader', reader => {
    let present = false
    reader.on('change', status => {
      const was = present
      present = status.has(ReaderStatus.PRESENT) && !status.hasAny(ReaderStatus.MUTE)
      if (!present || was) return
      const read = async () => {
        const card = await reader.connect(CardMode.SHARED)
        const number = numberIn(await card.transmit(getNumber))
        await card.disconnect(CardDisposition.LEAVE)
        if (number !== undefined) taps.emit('tap', number)
      }
      // The card was removed too early: wait for the next tap
      read().catch(() => undefined)
    })
  })
  client.start()
  try {
    for await (const [number] of on(taps, 'tap') as AsyncIterable<[string]>) yield number
  } finally {
    client.stop()
  }
}
