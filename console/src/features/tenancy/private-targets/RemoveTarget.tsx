import { outgoingNames, type PrivateTarget, privateTargets } from '@claviger/contract/tenancy/private-targets'
import { t } from '#platform/text/text.ts'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { addressOf } from './target-address.ts'

/** Asks an owner before calls to an address are blocked again. */
export default function RemoveTarget({ target, close }: { target: PrivateTarget; close: () => void }) {
  const address = addressOf(target)
  return (
    <ConfirmCall
      of={privateTargets.remove}
      input={{ id: target.id }}
      title={t('Block {address}?', { address })}
      keep={t('Keep allowed')}
      act={t('Block address')}
      said={t('{address} blocked', { address })}
      close={close}
    >
      <p>
        {t("“{feature}” can't call this address anymore, starting now. You can allow it again.", {
          feature: t(outgoingNames[target.feature]),
        })}
      </p>
    </ConfirmCall>
  )
}
