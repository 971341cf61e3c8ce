import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { traitsOf, verificationsByKind } from '@claviger/contract/keys/security-keys'
import type { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { verifications } from '@claviger/contract/keys/token-policies'
import type { TransactionContext } from '#platform/app-context.ts'
import { problem } from '#platform/problem.ts'
import { mustOfferStorage } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { type KeySettings, settingsOfKind } from '../token-policies/token-policies.ts'

type Chosen = NonNullable<OutputOf<typeof keyAssignment.add.input>['settings']>

export function chosenSettings(ctx: TransactionContext, kind: number, chosen: Chosen): KeySettings {
  mustOfferStorage(ctx, chosen.credentialStorageLocation)
  const { verifies } = traitsOf(kind)
  const possible: readonly (number | null)[] = verifies ? verificationsByKind[verifies] : [null]
  if (!possible.includes(chosen.verification))
    throw problem('setting-not-of-kind', undefined, [
      { field: 'settings.verification', message: "Keys of this type don't support this verification" },
    ])
  return settingsOfKind(
    {
      id: null,
      phone_verification: chosen.verification ?? verifications.always,
      card_verification: chosen.verification ?? verifications.pin,
      credential_storage: chosen.credentialStorageLocation,
      proximity: chosen.proximity,
      audit: chosen.audit,
      offline: chosen.offlineLogin,
      remembered_pin_hours: chosen.rememberedPinHours,
    },
    kind,
  )
}
