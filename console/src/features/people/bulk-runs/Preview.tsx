import type { BulkAct, BulkPreview } from '@claviger/contract/people/bulk-runs'
import { Trans, t } from '../../../ground/text/text.ts'
import { count } from '../../../ground/text/formats.ts'
import { reasonOf, wordsOf } from './words.ts'
import classes from './bulk-runs.module.css'

const namesOf = (names: readonly string[], all: number) =>
  all > names.length && names.length > 0
    ? t('{names} and {rest} more', { names: names.join(', '), rest: count(all - names.length) })
    : names.join(', ')

/** In numbers: to how many it will happen, to whom it cannot and why. */
export function Preview({ act, of }: { act: BulkAct; of: BulkPreview }) {
  const { will, danger } = wordsOf(act)
  const unable = of.total - of.able
  return (
    <div className={classes.preview}>
      <p>
        <Trans id={will} values={{ able: of.able, count: of.total }} components={[<b key="able" />]} />{' '}
        {danger &&
          of.keys > 0 &&
          t('They lose the use of {count, plural, one {# key} other {# keys}}.', { count: of.keys })}
      </p>
      {of.able > 0 && <p className={classes.names}>{namesOf(of.names, of.able)}</p>}
      {unable > 0 && (
        <>
          <p>
            <Trans
              id="{count, plural, one {<0># user</0> will stay as it is:} other {<0># users</0> will stay as they are:}}"
              values={{ count: unable }}
              components={[<b key="unable" />]}
            />
          </p>
          <ul className={classes.reasons}>
            {of.unable.map(({ reason, count: number, names }) => (
              <li key={reason}>
                <b className="cv-number">{count(number)}</b> {reasonOf(reason)}
                {names.length > 0 && <span>{namesOf(names, number)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
