import type { ReactNode } from 'react'
import { defaultIcon, iconOf } from '../state/page-view.ts'
import type { StepProps } from '../steps/step-props.ts'
import { t } from '#platform/light-page/page-texts.ts'
import { AwayLine } from './AwayLine.tsx'
import { DebugPanel } from './DebugPanel.tsx'
import { KioskBar } from './KioskBar.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { Notices } from './Notices.tsx'
import { Segments } from './Segments.tsx'
import { Cover } from './Cover.tsx'
import classes from '../look/frame.module.css'

export function Frame({ state, tell, texts, children }: StepProps & { texts: () => void; children: ReactNode }) {
  const { config, wizard, stage } = state
  const inside = stage === 'open' && wizard.step > 0 && wizard.step < 5
  return (
    <div className={`cv-column ${classes.frame}`}>
      <header className={`cv-line ${classes.head}`}>
        <img
          src={iconOf(config)}
          alt=""
          width="28"
          height="28"
          onError={event => (event.currentTarget.src = defaultIcon)}
        />
        <span className={`cv-fill cv-cut ${classes.name}`}>{config?.workspace.name}</span>
        <LanguageChoice
          chosen={() => {
            tell({ is: 'language-chosen' })
            texts()
          }}
        />
      </header>
      <main className={inside ? classes.steps : `cv-column ${classes.middle}`}>
        {inside && <Segments step={wizard.step} />}
        <AwayLine away={state.away} working={state.asked?.working === true} again={() => tell({ is: 'retry' })} />
        {stage !== 'closed' && <Notices state={state} tell={tell} />}
        {children}
      </main>
      <KioskBar state={state} tell={tell} />
      <DebugPanel state={state} tell={tell} />
      <footer className={`cv-line cv-muted cv-size-13 ${classes.foot}`}>
        <img src={defaultIcon} alt="" width="16" height="16" />
        {t('Claviger self-service')}
      </footer>
      {wizard.spinner && <Cover />}
    </div>
  )
}
