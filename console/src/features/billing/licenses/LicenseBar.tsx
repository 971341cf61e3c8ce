import { licenseWarnings } from '@claviger/contract/billing/licenses'
import type { Licenses } from '@claviger/contract/billing/licenses'
import { count, percentOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import classes from './licenses.module.css'

/** Used keys of the limit, with marks where warnings start. */
export function LicenseBar({ of }: { of: Licenses }) {
  const { used, limit, warning } = of
  if (limit === null) return <p className={classes.amount}>{t('{count} keys in use, no limit', { count: used })}</p>
  const words = t('{used} of {limit}', { used: count(used), limit: count(limit) })
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  return (
    <>
      <p className={classes.amount}>
        <strong>{words}</strong> {t('keys in use')} ({percentOf(limit === 0 ? 1 : used / limit, 0)})
      </p>
      <div
        className={classes.bar}
        role="meter"
        aria-label={t('Keys in use')}
        aria-valuenow={used}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuetext={words}
        data-warning={warning ?? undefined}
      >
        <span style={{ width: `${share * 100}%` }} />
        {licenseWarnings.slice(0, -1).map(mark => (
          <i key={mark} style={{ insetInlineStart: `${mark}%` }} />
        ))}
      </div>
    </>
  )
}
