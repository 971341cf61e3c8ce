import { expect, test } from 'vitest'
import { createEvent, destroyEvent, inputEvent, noReportEvent, readEvent, reportDescriptor } from './uhid.ts'

test('the report descriptor is that of §11.2.8.1', () => {
  expect(reportDescriptor).toHaveLength(34)
  expect(reportDescriptor.toString('hex')).toBe('06d0f10901a1010920150026ff007508954081020921150026ff00750895409102c0')
})

test('UHID_CREATE2 has each field at the kernel’s offset', () => {
  const event = createEvent('Claviger card', '04A1B2C3')
  expect(event).toHaveLength(4 + 276 + 34)
  expect(event.readUInt32LE()).toBe(11)
  expect(event.subarray(4, 18).toString('latin1')).toBe('Claviger card\0')
  expect(event.subarray(4 + 192, 4 + 201).toString('latin1')).toBe('04A1B2C3\0')
  expect(event.readUInt16LE(4 + 256)).toBe(34)
  expect(event.readUInt16LE(4 + 258)).toBe(3)
  expect(event.subarray(280)).toEqual(reportDescriptor)
  expect(createEvent('x'.repeat(300), 'y'.repeat(300)).readUInt16LE(4 + 256)).toBe(34)
})

test('packets to the computer, the end, and the answer without a report', () => {
  const packet = Buffer.alloc(64, 7)
  expect(inputEvent(packet).subarray(0, 6).toString('hex')).toBe('0c0000004000')
  expect(inputEvent(packet).subarray(6)).toEqual(packet)
  expect(destroyEvent().toString('hex')).toBe('01000000')
  expect(noReportEvent(5, 'get').toString('hex')).toBe('0a0000000500000005000000')
  expect(noReportEvent(5, 'set').toString('hex')).toBe('0e000000050000000500')
})

test('messages of the kernel', () => {
  const output = Buffer.alloc(4 + 4096 + 3)
  output.writeUInt32LE(6)
  output.fill(9, 5, 5 + 64)
  output.writeUInt16LE(65, 4 + 4096)
  expect(readEvent(output)).toEqual({ kind: 'output', data: Buffer.alloc(64, 9) })
  expect(readEvent(Buffer.from('09000000070000000001', 'hex'))).toEqual({
    kind: 'asks report',
    id: 7,
    type: 'get',
  })
  expect(readEvent(Buffer.from('0d000000070000000001', 'hex'))).toEqual({
    kind: 'asks report',
    id: 7,
    type: 'set',
  })
  for (const other of ['', '02', '02000000', '04000000', '06000000ff']) {
    expect(readEvent(Buffer.from(other, 'hex'))).toEqual({ kind: 'other' })
  }
})
