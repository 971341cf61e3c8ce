import { keyKinds } from '@claviger/contract/keys/security-keys'
import type { Db } from '#platform/db/db.ts'
import { newIdAt } from '#platform/ids.ts'
import { insertMany } from '../bulk.ts'
import { insertSecurityKeys } from './demo-keys.ts'
import type { Random } from '../random.ts'

export interface DemoPasskey {
  id: string
  user: string
  name: string
  aaguid: string
  synced: boolean
  kind: number
  createdAt: Date
  lastUsedAt: Date | null
}

const models: readonly (readonly [string, string, boolean, number])[] = [
  ['YubiKey 5 NFC', 'fa2b99dc-9e39-4257-8f92-4a30d23c4118', false, 22],
  ['HID Crescendo C2300', 'aeb6569c-f8fb-4950-ac60-24ca2bbe2e52', false, 21],
  ['Security Key NFC by Yubico', 'a4e9fc6d-4cbe-4758-b8ba-37598bb5bbaa', false, 9],
  ['Windows Hello', '08987058-cadc-4b81-b6e1-30de50dcbe96', false, 15],
  ['iCloud Keychain', 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd', true, 14],
  ['Google Password Manager', 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', true, 8],
  ['Android device', 'b93fd961-f2e6-462f-b122-82002247de78', false, 7],
  ['1Password', 'bada5566-a7aa-401f-bd96-45619a55120d', true, 3],
  ['Passkey', '00000000-0000-0000-0000-000000000000', false, 1],
]
const drawn = models.flatMap(model => Array.from({ length: model[3] }, () => model))

const kindOf = (name: string) => {
  if (name === 'Android device' || name === 'iCloud Keychain') return keyKinds.smartphone
  return name.startsWith('HID Crescendo') ? keyKinds.smartCard : keyKinds.hardware
}

/** A passkey without a private key, so its owner can't sign in with it. */
export function makeKey(user: string, createdAt: Date, lastUsedAt: Date | null, chance: Random): DemoPasskey {
  const [name, aaguid, synced] = chance.pick(drawn)
  return { id: newIdAt(createdAt), user, name, aaguid, synced, kind: kindOf(name), createdAt, lastUsedAt }
}

const columns = {
  workspace_id: 'uuid',
  id: 'uuid',
  security_key_id: 'uuid',
  user_id: 'uuid',
  credential_id: 'bytea',
  public_key: 'bytea',
  algorithm: 'integer',
  aaguid: 'uuid',
  name: 'text',
  backup_eligible: 'boolean',
  backup_state: 'boolean',
  attestation: 'text',
  created_at: 'timestamptz',
  last_used_at: 'timestamptz',
}

// A P-256 COSE key from two coordinates (RFC 9053 §7.1.1)
const coseKey = (x: Buffer, y: Buffer) =>
  Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y])

export async function insertKeys(
  db: Db,
  workspace: string,
  keys: readonly DemoPasskey[],
  chance: Random,
): Promise<void> {
  const first = new Map(keys.toReversed().map(key => [key.user, key.id]))
  await insertSecurityKeys(
    db,
    workspace,
    keys.map(key => ({ ...key, isDefault: first.get(key.user) === key.id })),
  )
  await insertMany(
    db,
    'credentials',
    columns,
    keys.map(key => [
      workspace,
      key.id,
      key.id,
      key.user,
      // The ID prefix makes it unique in every database, despite the fixed seed
      Buffer.concat([Buffer.from(key.id.replaceAll('-', ''), 'hex'), chance.bytes(16)]),
      coseKey(chance.bytes(32), chance.bytes(32)),
      -7,
      key.aaguid,
      key.name,
      key.synced,
      key.synced,
      'none',
      key.createdAt,
      key.lastUsedAt,
    ]),
  )
}
