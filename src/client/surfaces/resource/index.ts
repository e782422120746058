// What a described register shows at its addresses, as one part to load.
export { ResourceDrawer } from './drawer.tsx'
export { ResourceRuns, ResourceScreen } from './screen.tsx'
