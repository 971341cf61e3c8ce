import { useEffect, useState } from 'react'
import type { PlotContent } from './plot.ts'
import classes from './charts.module.css'

/** A chart on a canvas; the library is loaded with the first chart, and not before. */
export function Plot({ label, ...content }: PlotContent & { label: string }) {
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const drawn = JSON.stringify(content)
  useEffect(() => {
    if (host === null) return
    let end: (() => void) | undefined
    let gone = false
    const begin = async () => {
      const { draw } = await import('./plot.ts')
      if (!gone) end = draw(host, JSON.parse(drawn) as PlotContent)
    }
    // Without its file, the chart stays empty; its numbers are in the table
    begin().catch(() => undefined)
    return () => {
      gone = true
      end?.()
    }
  }, [host, drawn])
  return <div ref={setHost} className={classes.plot} role="img" aria-label={`${label}: ${content.says.join('; ')}`} />
}
