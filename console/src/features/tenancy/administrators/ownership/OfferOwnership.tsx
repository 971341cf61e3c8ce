import { administrators } from '@claviger/contract/tenancy/administrators'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { useWrite } from '../../../../ground/data/useWrite.ts'
import { t, Trans } from '../../../../ground/text/text.ts'
import { Confirm } from '../../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../../ground/ui/over/toast.ts'

/** Asks before the workspace is offered to another administrator. */
export default function OfferOwnership({ admin, close }: { admin: Administrator; close: () => void }) {
  const ask = useWrite(administrators.askOwner, {
    done() {
      toast('success', t('The workspace is offered to {name}', { name: admin.name }), {
        detail: t('They have 7 days to accept.'),
      })
      close()
    },
  })
  return (
    <Confirm
      open
      title={t('Hand the workspace over to {name}?', { name: admin.name })}
      keep={t('Keep the workspace')}
      act={t('Offer the workspace')}
      busy={ask.isPending}
      close={close}
      confirm={() => ask.mutate({ id: admin.id }, { onError: close })}
    >
      <p>
        <Trans
          id="<0>Once {name} accepts, you are an administrator and no longer an owner.</0> Only they can give it back."
          values={{ name: admin.name }}
          components={[<strong key="once" />]}
        />
      </p>
      <p>{t('Until then nothing changes, and you can withdraw the offer.')}</p>
    </Confirm>
  )
}
