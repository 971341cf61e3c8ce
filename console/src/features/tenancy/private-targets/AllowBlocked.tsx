import { outgoingNames, type PrivateTarget, privateTargets } from '@claviger/contract/tenancy/private-targets'
import { t } from '#platform/text/text.ts'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { addressOf } from './target-address.ts'

/** Asks an owner before calls to a blocked address are allowed. */
export default function AllowBlocked({ target, close }: { target: PrivateTarget; close: () => void }) {
  const { feature, host, port } = target
  const address = addressOf(target)
  return (
    <ConfirmCall
      of={privateTargets.approve}
      input={{ feature, host, port }}
      title={t('Allow {address}?', { address })}
      keep={t('Keep blocked')}
      act={t('Allow address')}
      said={t('{address} allowed', { address })}
      close={close}
    >
      <p>
        {t('The server can then call this address in your private network for “{feature}”, and for nothing else.', {
          feature: t(outgoingNames[feature]),
        })}
      </p>
    </ConfirmCall>
  )
}
