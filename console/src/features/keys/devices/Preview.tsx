import type { OutputOf } from '@claviger/contract/ground/endpoint'
import type { deviceActs, devices } from '@claviger/contract/keys/devices'
import { t } from '../../../ground/text/text.ts'
import runs from '../../work/runs/runs.module.css'
import classes from './devices.module.css'

type Act = (typeof deviceActs)[number]
type Told = OutputOf<typeof devices.preview.reply>

const loses = (of: Told) => [
  t('Their agents are refused at once, and must be registered again to come back.'),
  ...(of.users > 0
    ? [
        t(
          '{count, plural, one {# user has} other {# users have}} used them; their keys no longer work there offline.',
          {
            count: of.users,
          },
        ),
      ]
    : []),
  ...(of.accounts > 0
    ? [
        t('{count, plural, one {# fixed account is} other {# fixed accounts are}} deleted with them.', {
          count: of.accounts,
        }),
      ]
    : []),
  t('This cannot be undone.'),
]

const what: Record<Act, (of: Told) => string[]> = {
  remove: loses,
  'offline-on': of => [
    t('A key works there without a network if it allows that itself, and was used there with one before.'),
    ...(of.already > 0
      ? [
          t(
            '{count, plural, one {# device allows it already and gets} other {# devices allow it already and get}} these limits.',
            {
              count: of.already,
            },
          ),
        ]
      : []),
  ],
  'offline-off': of => [
    t('Computers learn of it when they are next connected.'),
    ...(of.already > 0
      ? [
          t(
            '{count, plural, one {# device does not allow it anyway and stays as it is} other {# devices do not allow it anyway and stay as they are}}.',
            {
              count: of.already,
            },
          ),
        ]
      : []),
  ],
}

/** What an act would do, in sentences: to which devices, what is lost, and what stays. */
export function Preview({ act, of }: { act: Act; of: Told }) {
  const others = of.able - of.names.length
  return (
    <div className={`${runs.preview ?? ''} ${classes.preview ?? ''}`}>
      {of.names.length > 0 && (
        <p>
          <b>{of.names.join(', ')}</b>{' '}
          {others > 0 && t('and {count, plural, one {# other} other {# others}}', { count: others })}
        </p>
      )}
      {what[act](of).map(line => (
        <p key={line}>{line}</p>
      ))}
      {of.gone > 0 && (
        <p>{t('{count, plural, one {# device is} other {# devices are}} gone already.', { count: of.gone })}</p>
      )}
    </div>
  )
}
