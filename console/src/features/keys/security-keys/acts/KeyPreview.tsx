import type { BulkPreview } from '@claviger/contract/people/bulk-runs'
import { count } from '../../../../ground/text/formats.ts'
import { msg, t } from '../../../../ground/text/text.ts'
import { keyReasonOf, keyWordsOf } from './words.ts'
import classes from '../keys.module.css'

const namesOf = (names: readonly string[], all: number) =>
  all > names.length && names.length > 0
    ? t('{names} and {rest} more', { names: names.join(', '), rest: count(all - names.length) })
    : names.join(', ')

const stays = msg('{count, plural, one {# key stays as it is:} other {# keys stay as they are:}}')

/** In numbers: to how many keys it will happen, to which it cannot and why. */
export function KeyPreview({ act, of, stay = stays }: { act: string; of: BulkPreview; stay?: string }) {
  const unable = of.total - of.able
  return (
    <div className={classes.preview}>
      <p>
        <b>{t(keyWordsOf(act).act, { count: of.able })}</b>{' '}
        {of.total > of.able && t('of {total} chosen', { total: count(of.total) })}
      </p>
      {of.able > 0 && <p className={classes.help}>{namesOf(of.names, of.able)}</p>}
      {unable > 0 && (
        <>
          <p>{t(stay, { count: unable })}</p>
          <ul className={classes.reasons}>
            {of.unable.map(({ reason, count: number, names }) => (
              <li key={reason}>
                <b className="cv-number">{count(number)}</b> {keyReasonOf(reason)}
                {names.length > 0 && <span>{namesOf(names, number)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
