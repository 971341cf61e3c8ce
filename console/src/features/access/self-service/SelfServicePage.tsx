import { useEffect, useSyncExternalStore } from 'react'
import { Frame } from './frame/Frame.tsx'
import { ReaderInput } from './frame/ReaderInput.tsx'
import { pageTitle } from './state/page-view.ts'
import { ClosedStep } from './steps/ClosedStep.tsx'
import { HomeStep } from './steps/HomeStep.tsx'
import { OpeningStep } from './steps/OpeningStep.tsx'
import { PersonStep } from './steps/PersonStep.tsx'
import { PinStep } from './steps/PinStep.tsx'
import type { StepProps } from './steps/step-props.ts'
import { ResultStep } from './steps/ResultStep.tsx'
import { TapStep } from './steps/TapStep.tsx'
import { VerifyStep } from './steps/VerifyStep.tsx'
import type { Machine } from './wire/machine.ts'
import { useLanguage } from '#platform/light-page/usePageTexts.ts'

const steps = [HomeStep, TapStep, PersonStep, VerifyStep, PinStep, ResultStep] as const

function Current(props: StepProps) {
  const { stage, wizard } = props.state
  if (stage === 'opening') return <OpeningStep />
  const Step = stage === 'closed' ? ClosedStep : steps[wizard.step]
  return <Step {...props} />
}

export function SelfServicePage({ machine }: { machine: Machine }) {
  const state = useSyncExternalStore(machine.subscribe, machine.state)
  useLanguage()
  useEffect(() => {
    document.title = pageTitle
  }, [])
  const { tell, texts } = machine
  return (
    <Frame state={state} tell={tell} texts={texts}>
      <ReaderInput key={state.wizard.step} state={state} tell={tell} />
      <Current key={`${state.stage} ${state.wizard.step}`} state={state} tell={tell} />
    </Frame>
  )
}
