// Products and services: what their descriptions say, at their addresses.
import { ResourceDrawer, ResourceRuns, ResourceScreen } from '#client/surfaces/resource/screen.tsx'
import { product } from '#resources/product.ts'
import { service } from '#resources/service.ts'

export const ProductsScreen = () => <ResourceScreen of={product} />
export const ProductDrawer = () => <ResourceDrawer of={product} />
export const CreateProduct = () => <ResourceRuns of={product} verb="create" />
export const ImportProducts = () => <ResourceRuns of={product} verb="import" />
export const DeleteProduct = () => <ResourceRuns of={product} verb="delete" />

export const ServicesScreen = () => <ResourceScreen of={service} />
export const ServiceDrawer = () => <ResourceDrawer of={service} />
export const CreateService = () => <ResourceRuns of={service} verb="create" />
export const DeleteService = () => <ResourceRuns of={service} verb="delete" />
