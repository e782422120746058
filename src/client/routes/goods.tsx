// What the company sells and buys on paper: products, services, received notes, certificate, documents.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { screenRoute } from './money.tsx'

const goods = () => import('#client/features/goods/goods.tsx')

export function goodsRoutes<P extends AnyRoute>(company: P) {
  const productList = screenRoute(company, '/products', 'products', lazyRouteComponent(goods, 'ProductsScreen'))
  const serviceList = screenRoute(company, '/services', 'services', lazyRouteComponent(goods, 'ServicesScreen'))
  const documentList = screenRoute(
    company,
    '/documents',
    'documents',
    lazyRouteComponent(() => import('#client/features/documents/documents.tsx'), 'DocumentsScreen'),
  )
  return [
    documentList.addChildren([
      screenRoute(
        documentList,
        '/upload',
        'documents.upload',
        lazyRouteComponent(() => import('#client/features/documents/documents.tsx'), 'UploadDocuments'),
      ),
    ]),
    productList.addChildren([
      screenRoute(productList, '/create', 'products.create', lazyRouteComponent(goods, 'CreateProduct')),
      screenRoute(productList, '/upload', 'products.upload', lazyRouteComponent(goods, 'ImportProducts')),
      screenRoute(productList, '/$productId', 'products.detail', lazyRouteComponent(goods, 'ProductDrawer')),
      screenRoute(productList, '/$productId/delete', 'products.delete', lazyRouteComponent(goods, 'DeleteProduct')),
    ]),
    screenRoute(
      company,
      '/bills/capture',
      'capture',
      lazyRouteComponent(() => import('#client/features/capture/capture.tsx'), 'CaptureScreen'),
    ),
    screenRoute(
      company,
      '/certificate',
      'certificate',
      lazyRouteComponent(() => import('#client/features/certificate/certificate.tsx'), 'CertificateScreen'),
    ),
    serviceList.addChildren([
      screenRoute(serviceList, '/create', 'services.create', lazyRouteComponent(goods, 'CreateService')),
      screenRoute(serviceList, '/$companyServiceId', 'services.detail', lazyRouteComponent(goods, 'ServiceDrawer')),
      screenRoute(serviceList, '/$companyServiceId/delete', 'services.delete', lazyRouteComponent(goods, 'DeleteService')),
    ]),
  ]
}
