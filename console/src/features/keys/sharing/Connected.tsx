import { securityKeys } from '@claviger/contract/keys/security-keys'
import type { KeyInfo } from '@claviger/contract/keys/security-keys'
import { useRead } from '#platform/data/useRead.ts'

export function Connected({ of }: { of: KeyInfo }) {
  const read = useRead(securityKeys.connectedUsers, { id: of.id }, { quiet: true })
  return <>{(read.data?.items ?? [of.owner]).map(({ name }) => name).join(', ')}</>
}
