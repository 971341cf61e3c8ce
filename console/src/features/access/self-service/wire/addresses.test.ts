import { selfService } from '@claviger/contract/access/self-service'
import { expect, test } from 'vitest'
import { addresses } from './call-addresses.ts'

test('the page calls the addresses of the contract', () => {
  for (const [name, address] of Object.entries(addresses)) {
    const { method, path } = selfService[name as keyof typeof addresses]
    expect(address, name).toEqual({ method, path })
  }
})
