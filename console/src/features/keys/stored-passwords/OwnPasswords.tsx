import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import { useRead } from '#platform/data/useRead.ts'
import { Passwords } from './Passwords.tsx'

export function OwnPasswords() {
  return <Passwords write list={useRead(storedPasswords.ownList, {}, { quiet: true })} />
}
