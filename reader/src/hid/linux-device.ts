import { type FileHandle, open } from 'node:fs/promises'
import { ctapHid } from './ctap-hid.ts'
import { createEvent, destroyEvent, inputEvent, noReportEvent, readEvent } from './uhid.ts'

const path = '/dev/uhid'
// struct uhid_event with its largest member
const eventSize = 4380

/** The kernel's door to devices made by programs; undefined where there is none or this user may not. */
export const openUhid = (): Promise<FileHandle | undefined> => open(path, 'r+').catch(() => undefined)

/** Plugs a FIDO2 device in that answers by `answer`; the reply takes it out again. */
export async function plugIn(
  kernel: FileHandle,
  serial: string,
  answer: (request: Uint8Array) => Promise<Uint8Array>,
): Promise<() => Promise<void>> {
  let gone = false
  const write = async (event: Buffer) => {
    if (!gone) await kernel.write(event)
  }
  let last: Promise<unknown> = write(createEvent('Claviger card', serial))
  const send = (event: Buffer) => (last = last.then(() => write(event)))
  const device = ctapHid(answer, packet => void send(inputEvent(packet)))

  async function listen(): Promise<void> {
    const buffer = Buffer.alloc(eventSize)
    while (!gone) {
      const { bytesRead } = await kernel.read(buffer, 0, eventSize, null)
      const event = readEvent(Buffer.from(buffer.subarray(0, bytesRead)))
      if (event.kind === 'output') device.take(event.data)
      else if (event.kind === 'asks report') await send(noReportEvent(event.id, event.type))
    }
  }
  await last
  const listening = listen().catch(() => undefined)
  return async () => {
    device.close()
    await last
    gone = true
    // The kernel answers by one more event, which ends the reading
    await kernel.write(destroyEvent())
    await listening
    await kernel.close()
  }
}
