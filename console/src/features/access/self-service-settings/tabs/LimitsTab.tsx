import { t } from '../../../../ground/text/text.ts'
import { useDraft } from '../editor/draft.ts'
import { NumberField } from '../steps/NumberField.tsx'
import { Part } from '../steps/Part.tsx'
import classes from '../editor.module.css'

/** How often it may be tried. */
export default function LimitsTab() {
  const { settings, set, faults } = useDraft()
  const { limits } = settings
  return (
    <>
      <Part
        title={t('Attempts in an hour')}
        about={t('Beyond it each further try costs the browser some seconds of work')}
      >
        <div className={classes.details}>
          <NumberField
            label={t('With one card')}
            value={limits.card}
            fault={faults['limits.card']}
            change={card => set({ limits: { ...limits, card } })}
          />
          <NumberField
            label={t('As one person')}
            value={limits.person}
            fault={faults['limits.person']}
            change={person => set({ limits: { ...limits, person } })}
          />
          <NumberField
            label={t('On the whole page')}
            help={t('Leave room for a change of shift: hundreds may come within minutes.')}
            value={limits.page}
            fault={faults['limits.page']}
            change={page => set({ limits: { ...limits, page } })}
          />
        </div>
      </Part>
      <Part title={t('Always')} about={t('What no setting takes away')}>
        <ul className={classes.facts}>
          <li>{t('A visit ends after 15 minutes.')}</li>
          <li>{t('A code is good for 10 minutes and 5 tries.')}</li>
          <li>
            {t('After 5 wrong answers within 10 minutes the browser has to do some work before each further try.')}
          </li>
          <li>{t('No answer tells whether a person or a card exists.')}</li>
        </ul>
      </Part>
    </>
  )
}
