import { administrators } from '@claviger/contract/tenancy/administrators'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'

export default function OfferOwnership({ admin, close }: { admin: Administrator; close: () => void }) {
  const ask = useWrite(administrators.askOwner, {
    done() {
      toast('success', t('Ownership offered to {name}', { name: admin.name }), {
        detail: t('They can accept within 7 days.'),
      })
      close()
    },
  })
  return (
    <Confirm
      open
      title={t('Transfer ownership to {name}?', { name: admin.name })}
      keep={t('Keep ownership')}
      act={t('Offer ownership')}
      busy={ask.isPending}
      close={close}
      confirm={() => ask.mutate({ id: admin.id }, { onError: close })}
    >
      <p>
        <Trans
          id="<0>When {name} accepts, you become an administrator and are no longer an owner.</0> Only {name} can transfer ownership back to you."
          values={{ name: admin.name }}
          components={[<strong key="once" />]}
        />
      </p>
      <p>{t('Until then, nothing changes and you can withdraw the offer.')}</p>
    </Confirm>
  )
}
