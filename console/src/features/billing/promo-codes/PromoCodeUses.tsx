import { promoCodes } from '@claviger/contract/billing/promo-codes'
import { useRead } from '#platform/data/useRead.ts'
import { exactlyOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Figures } from '#platform/ui/charts/Figures.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'

/** Who used a promo code, the latest 100. */
export default function PromoCodeUses({ code, close }: { code: { id: string; code: string }; close: () => void }) {
  const list = useRead(promoCodes.uses, { id: code.id, pageSize: 100 })
  const items = list.data?.items ?? []
  const title = t('Uses of {code}', { code: code.code })
  return (
    <Panel open title={title} close={close}>
      <Waiting on={list} what={t('the uses')}>
        {items.length === 0 ? (
          <p>{t('This code was not redeemed yet.')}</p>
        ) : (
          <Figures
            label={title}
            columns={[t('Workspace'), t('Redeemed by'), t('Time')]}
            rows={items.map(({ workspace, by, at }) => [workspace.name, by, exactlyOf(at)])}
          />
        )}
      </Waiting>
    </Panel>
  )
}
