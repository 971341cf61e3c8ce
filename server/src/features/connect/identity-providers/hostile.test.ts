import { expect, test } from 'vitest'
import { readMetadata } from './metadata.ts'

const filler = '<b/>'.repeat(200_000)
const metadata = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example">${filler}</md:EntityDescriptor>`

test('answers other requests while it reads and then refuses 800 KB of metadata with 200,000 elements', async () => {
  const order: string[] = []
  await Promise.all([
    expect(readMetadata(metadata, new Date()))
      .rejects.toMatchObject({ code: 'provider-wrong' })
      .then(() => order.push('refused')),
    (async () => {
      for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setTimeout(resolve, 1))
      order.push('answered')
    })(),
  ])
  expect(order).toEqual(['answered', 'refused'])
})

test('refuses metadata larger than 1 MB before parsing it', async () => {
  await expect(readMetadata('x'.repeat(1024 * 1024 + 1), new Date())).rejects.toThrow('too large or too complex')
})
