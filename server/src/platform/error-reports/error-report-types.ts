/** What a log line at error level says, apart from its text. */
export type FaultListener = (fault: Error) => void

export interface ErrorReports {
  fault: FaultListener
  /** Starts a trace named after the route of the call; the returned function ends it. */
  call(route: string): (status: number) => void
  close(): Promise<void>
}
