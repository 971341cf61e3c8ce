import type { ResultKind } from '../kiosk-view.ts'

type Note = readonly [hertz: number, seconds: number]

// They differ in rhythm and direction, not only in pitch: rising, level, falling, three short, one short
const melodies: Record<ResultKind, readonly Note[]> = {
  success: [
    [660, 0.09],
    [990, 0.16],
  ],
  duplicate: [
    [520, 0.12],
    [0, 0.06],
    [520, 0.12],
  ],
  'no-access': [
    [400, 0.18],
    [220, 0.34],
  ],
  invalid: [
    [260, 0.09],
    [0, 0.05],
    [260, 0.09],
    [0, 0.05],
    [260, 0.09],
  ],
  closed: [
    [400, 0.18],
    [220, 0.34],
  ],
  stored: [[740, 0.1]],
}

let context: AudioContext | undefined

/** Browsers allow sound only after the first press or key. */
export function allowSound(): void {
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
}

export function play(kind: ResultKind): void {
  allowSound()
  if (context?.state !== 'running') return
  let at = context.currentTime
  for (const [hertz, seconds] of melodies[kind]) {
    if (hertz > 0) sound(context, hertz, at, seconds)
    at += seconds
  }
}

function sound(of: AudioContext, hertz: number, at: number, seconds: number): void {
  const tone = of.createOscillator()
  const volume = of.createGain()
  tone.type = 'triangle'
  tone.frequency.value = hertz
  // A ramp at both ends, because a tone that is cut clicks
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(0.5, at + 0.01)
  volume.gain.setValueAtTime(0.5, at + seconds - 0.02)
  volume.gain.linearRampToValueAtTime(0, at + seconds)
  tone.connect(volume).connect(of.destination)
  tone.start(at)
  tone.stop(at + seconds)
}
