import { type FileHandle, open } from 'node:fs/promises'
import { ctapHid } from './ctap-hid.ts'
import { createEvent, destroyEvent, inputEvent, noReportEvent, readEvent } from './uhid.ts'

const path = '/dev/uhid'
// Size of struct uhid_event with its largest member
const eventSize = 4380

/** Opens the kernel's interface for user-space HID devices; undefined if missing or not permitted. */
export const openUhid = (): Promise<FileHandle | undefined> => open(path, 'r+').catch(() => undefined)

/** Plugs in a virtual FIDO2 device that responds with `answer`; resolves to a function that unplugs it. */
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
    // The kernel responds with a final event, which ends the read loop
    await kernel.write(destroyEvent())
    await listening
    await kernel.close()
  }
}
