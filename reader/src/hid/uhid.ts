// Events of Linux' /dev/uhid (include/uapi/linux/uhid.h): a 32-bit type and a packed struct, in native byte order,
// which is little-endian on all Linux platforms that Node supports.

const types = {
  destroy: 1,
  start: 2,
  stop: 3,
  open: 4,
  close: 5,
  output: 6,
  getReport: 9,
  getReportReply: 10,
  create: 11,
  input: 12,
  setReport: 13,
  setReportReply: 14,
} as const

const usb = 0x03
const largest = 4096
const head = 4

/** Report descriptor of a FIDO device (CTAP 2.1 §11.2.8.1): usage page F1D0, 64 bytes in, 64 bytes out. */
export const reportDescriptor = Buffer.from(
  '06d0f1' + // Usage Page (FIDO Alliance)
    '0901a101' + // Usage (CTAPHID), Collection (Application)
    '0920150026ff007508954081' +
    '02' + // Usage (Data In), 64 × 8 bits, Input
    '0921150026ff007508954091' +
    '02' + // Usage (Data Out), 64 × 8 bits, Output
    'c0',
  'hex',
)

export function createEvent(name: string, serial: string): Buffer {
  const event = Buffer.alloc(head + 276 + reportDescriptor.length)
  event.writeUInt32LE(types.create)
  event.write(name.slice(0, 127), head)
  // 128 bytes name, 64 bytes physical path, 64 bytes serial number
  event.write(serial.slice(0, 63), head + 192)
  event.writeUInt16LE(reportDescriptor.length, head + 256)
  event.writeUInt16LE(usb, head + 258)
  // Vendor, product, and country stay 0, to claim no other vendor's IDs
  event.writeUInt32LE(1, head + 268)
  reportDescriptor.copy(event, head + 276)
  return event
}

export function destroyEvent(): Buffer {
  const event = Buffer.alloc(head)
  event.writeUInt32LE(types.destroy)
  return event
}

export function inputEvent(packet: Uint8Array): Buffer {
  const event = Buffer.alloc(head + 2 + packet.length)
  event.writeUInt32LE(types.input)
  event.writeUInt16LE(packet.length, head)
  event.set(packet, head + 2)
  return event
}

export type UhidEvent =
  | { readonly kind: 'output'; readonly data: Buffer }
  | { readonly kind: 'asks report'; readonly id: number; readonly type: 'get' | 'set' }
  | { readonly kind: 'other' }

/** Parses an event of the kernel; for output, the packet without its report number. */
export function readEvent(event: Buffer): UhidEvent {
  const type = event.length < head ? undefined : event.readUInt32LE()
  if (type === types.output && event.length >= head + largest + 2) {
    const size = Math.min(event.readUInt16LE(head + largest), largest)
    return { kind: 'output', data: event.subarray(head + 1, head + size) }
  }
  if ((type === types.getReport || type === types.setReport) && event.length >= head + 4) {
    return { kind: 'asks report', id: event.readUInt32LE(head), type: type === types.getReport ? 'get' : 'set' }
  }
  return { kind: 'other' }
}

/** Answers report requests with EIO, so that the requester need not wait for its timeout. */
export function noReportEvent(id: number, type: 'get' | 'set'): Buffer {
  const event = Buffer.alloc(head + (type === 'get' ? 8 : 6))
  event.writeUInt32LE(type === 'get' ? types.getReportReply : types.setReportReply)
  event.writeUInt32LE(id, head)
  event.writeUInt16LE(5, head + 4)
  return event
}
