import type { PinCheck } from '@claviger/contract/platform/pin'
import { IconCircle, IconCircleCheckFilled, IconCircleMinus, IconCircleX } from '../controls/icons.tsx'
import { msg, t } from '#platform/light-page/page-texts.ts'
import classes from '../look/pin.module.css'

const words = { pass: msg('Met'), fail: msg('Cancel'), 'not applicable': msg('Not required') } as const
const icons = { pass: IconCircleCheckFilled, fail: IconCircleX, 'not applicable': IconCircleMinus } as const

/** The PIN rules, with the applicable ones first (R109). */
export function PinList({ checks, typed }: { checks: readonly PinCheck[]; typed: boolean }) {
  const applying = checks.filter(({ verdict }) => verdict !== 'not applicable')
  const met = applying.filter(({ verdict }) => verdict === 'pass').length
  const lines = [...applying, ...checks.filter(({ verdict }) => verdict === 'not applicable')]
  return (
    <section className={`cv-panel cv-size-15 ${classes.rules}`} aria-labelledby="pin-rules">
      <header>
        <h2 className="cv-size-14" id="pin-rules">
          {t('PIN rules')}
        </h2>
        <span className="cv-muted" aria-live="polite">
          {t('{met} of {count} met', { met, count: applying.length })}
        </span>
      </header>
      <ul>
        {lines.map(({ rule, verdict, says }) => {
          const Icon = typed || verdict !== 'fail' ? icons[verdict] : IconCircle
          return (
            <li key={rule} className="cv-line cv-muted" data-verdict={typed ? verdict : undefined}>
              <Icon size={18} stroke={1.7} aria-hidden />
              {t(says)}
              <small>{t(words[verdict])}</small>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
