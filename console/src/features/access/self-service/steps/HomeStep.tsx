import { selfServiceActions } from '../state/page-actions.ts'
import { IconChevronRight, IconId, IconInfoCircle, IconLockQuestion } from '../controls/icons.tsx'
import { Heading } from '../controls/Heading.tsx'
import { ReaderReady } from '../frame/ReaderReady.tsx'
import { helpOf, isBusy, isListening, offeredServices } from '../state/page-view.ts'
import { Help } from './Help.tsx'
import { t } from '#platform/light-page/page-texts.ts'
import type { StepProps } from './step-props.ts'
import classes from '../look/home.module.css'

function Choice(is: { icon: typeof IconId; title: string; under: string; busy: boolean; choose: () => void }) {
  const Icon = is.icon
  return (
    <button
      type="button"
      className={`cv-line ${classes.choice}`}
      aria-disabled={is.busy || undefined}
      onClick={is.choose}
    >
      <span className={`cv-centered cv-tint ${classes.tile}`} data-tone="accent">
        <Icon size={28} stroke={1.6} aria-hidden />
      </span>
      <span className="cv-fill">
        <strong>{is.title}</strong>
        <span className="cv-quiet cv-size-15">{is.under}</span>
      </span>
      <IconChevronRight size={20} stroke={1.8} color="var(--cv-text-2)" aria-hidden />
    </button>
  )
}

/** Step 0: what the page offers, and help (R62–R64). */
export function HomeStep({ state, tell }: StepProps) {
  if (state.config === null) return null
  const { enroll, recover, hint } = offeredServices(state.config)
  const help = helpOf(state.config)
  const busy = isBusy(state)
  const title = state.config.messages.title ?? t('What do you want to do?')
  return (
    <section className={`cv-column ${classes.home}`}>
      <Heading
        quiet={isListening(state)}
        title={hint ? title : t('Self-service is not available.')}
        under={hint ? t('Tap your card or choose an option to begin.') : undefined}
      />
      {enroll && (
        <Choice
          icon={IconId}
          title={t('Enroll a card')}
          under={t('Connect a new badge to your account.')}
          busy={busy}
          choose={() => tell({ is: 'chosen', action: selfServiceActions.enrollment })}
        />
      )}
      {recover && (
        <Choice
          icon={IconLockQuestion}
          title={t('Forgot PIN?')}
          under={t('Set a new PIN for a badge you already use.')}
          busy={busy}
          choose={() => tell({ is: 'chosen', action: selfServiceActions.recovery })}
        />
      )}
      <aside className={`cv-panel cv-prose cv-quiet cv-size-14 cv-wrap ${classes.help}`} aria-label={t('Help')}>
        <IconInfoCircle size={18} stroke={1.7} aria-hidden />
        <div>{help === null ? t('Contact your administrator if you need help.') : <Help parts={help} />}</div>
      </aside>
      {hint && <ReaderReady state={state} tell={tell} />}
    </section>
  )
}
