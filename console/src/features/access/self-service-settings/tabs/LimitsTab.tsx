import { Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { useDraft } from '../editor/page-draft.ts'
import { NumberField } from '../steps/NumberField.tsx'
import { Part } from '../steps/Part.tsx'

export default function LimitsTab() {
  const { settings, set, faults } = useDraft()
  const { limits } = settings
  return (
    <>
      <Part
        title={t('Attempts per hour')}
        about={t('Above this limit, each further attempt makes the browser compute for a few seconds')}
      >
        <Stack className="cv-panel" gap={14} miw={0} p="14px 16px">
          <NumberField
            label={t('Per card')}
            value={limits.card}
            fault={faults['limits.card']}
            change={card => set({ limits: { ...limits, card } })}
          />
          <NumberField
            label={t('Per user')}
            value={limits.person}
            fault={faults['limits.person']}
            change={person => set({ limits: { ...limits, person } })}
          />
          <NumberField
            label={t('Per page')}
            help={t('Allow for shift changes, when hundreds of users may come within minutes.')}
            value={limits.page}
            fault={faults['limits.page']}
            change={page => set({ limits: { ...limits, page } })}
          />
        </Stack>
      </Part>
      <Part title={t('Always in effect')} about={t("These limits can't be changed")}>
        <Stack component="ul" className="cv-quiet" gap={6}>
          <li>{t('A visit expires after 15 minutes.')}</li>
          <li>{t('A code is valid for 10 minutes and 5 attempts.')}</li>
          <li>
            {t('After 5 wrong answers within 10 minutes, each further attempt requires a computation in the browser.')}
          </li>
          <li>{t('Responses never reveal whether a user or a card exists.')}</li>
        </Stack>
      </Part>
    </>
  )
}
