/** What a log line at error level says, apart from its text. */
export type FaultListener = (fault: Error) => void

export interface ErrorReports {
  fault: FaultListener
  /** Begins a trace of a call, which its route names; the returned function ends it. */
  call(route: string): (status: number) => void
  close(): Promise<void>
}
