import { selfServiceActions } from '@claviger/contract/access/self-service'
import type { PinConfig } from '@claviger/contract/platform/pin'
import { verifications } from '@claviger/contract/keys/token-policies'
import type { TransactionContext } from '#platform/app-context.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { cardKeyFor } from '#features/keys/key-assignment/key-assignment.enrolled.ts'
import { pinConfigOfKeys } from '#features/keys/security-keys/security-keys.ts'
import { keySettingsOf } from '../self-service-settings/self-service-settings.ts'
import type { Visit } from './visit.ts'

export interface Pin {
  readonly isPinRequired: boolean
  readonly pinConfig: PinConfig | null
}

/** PIN requirement of a user: determined by the (future) key; a recovery always requires a PIN (G22). */
export async function pinOf(ctx: TransactionContext, { row, page }: Visit, person: string): Promise<Pin> {
  const [key, settings, config] = await sendTogether(
    cardKeyFor(ctx, person, row.card_hash),
    keySettingsOf(ctx, page),
    pinConfigOfKeys(ctx),
  )
  const { verification } = key ?? settings
  return asked(row.action === selfServiceActions.recovery || verification === verifications.pin, config)
}

export const pinDue = async (ctx: TransactionContext, { row }: Visit): Promise<Pin> =>
  asked(row.pin_due, await pinConfigOfKeys(ctx))

const asked = (isPinRequired: boolean, config: PinConfig): Pin => ({
  isPinRequired,
  pinConfig: isPinRequired ? config : null,
})
