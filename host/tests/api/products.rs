//! Products of customers, with dimensions and dangerous goods.

use data::ids::CustomerId;
use testkit::{
    Client,
    api::{
        CustomerProduct, CustomerProductRequest, ImportFile, ImportedTable, IntoField, LengthUnit,
        Null, QuantityInWeightUnit, SaveProduct, WeightUnit, cm, dec, kg,
    },
    given, on_both,
};

fn product() -> CustomerProductRequest {
    CustomerProductRequest::new()
}

async fn save(
    client: &Client,
    customer: impl IntoField<CustomerId>,
    product: CustomerProductRequest,
) -> CustomerProduct {
    let body = SaveProduct::new().customer_id(customer).product(product);
    client
        .customers()
        .create_or_update_product(body)
        .await
        .product
}

fn codes(products: &[CustomerProduct]) -> Vec<&str> {
    let codes = products.iter().map(|one| one.product_code.as_str());
    codes.collect()
}

#[test]
fn products_are_added_changed_found_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let calls = admin.customers();
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let new = product()
            .product_code(" W6 ")
            .name("Six bottles")
            .package_type("Carton")
            .weight(kg(8.5))
            .height(cm(32.5));
        let wine = save(&admin, customer, new).await;
        assert_eq!((wine.product_code.as_str(), wine.is_active), ("W6", true));
        let weight = QuantityInWeightUnit {
            value: dec(8.5),
            unit: WeightUnit::Kg,
        };
        assert_eq!(wine.weight, Some(weight));
        let gin = product()
            .product_code("G1")
            .name("Gin")
            .is_dangerous_good(true)
            .dangerous_goods_category_id(30);
        assert_eq!(
            save(&admin, customer, gin)
                .await
                .dangerous_goods_category_name
                .as_deref(),
            Some("Flammable liquids")
        );
        let change = product().id(wine.id).name("Half a dozen").height(Null);
        let changed = save(&admin, customer, change).await;
        assert_eq!((&changed.weight, &changed.height), (&wine.weight, &None));
        let list = || {
            calls
                .get_products()
                .sorting("productCode")
                .customer_id(customer)
        };
        let found = list().filter("contains(name,'dozen')").await;
        assert_eq!(codes(&found.items), ["W6"]);
        let one = calls.get_product_for_edit(wine.id).await;
        assert_eq!(one.product, changed);
        calls.delete_product(wine.id).await;
        assert_eq!(codes(&list().await.items), ["G1"]);
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let wine = product().product_code("W6").name("Six bottles");
        save(&admin, customer, wine).await;
        let refused = async |product: CustomerProductRequest| {
            let body = SaveProduct::new().customer_id(customer).product(product);
            let call = admin.customers().create_or_update_product(body);
            call.invalid_members().await
        };
        let invalid = product()
            .name("x".repeat(129))
            .product_code("")
            .weight(kg(-1))
            .length(cm(0))
            .is_dangerous_good(true)
            .dangerous_goods_category_id(999);
        assert_eq!(
            refused(invalid).await,
            [
                "product.name",
                "product.productCode",
                "product.length.value",
                "product.weight.value",
                "product.dangerousGoodsCategoryId"
            ]
        );
        let again = product().product_code("w6").name("Again");
        assert_eq!(refused(again).await, ["product.productCode"]);
    });
}

#[test]
fn a_customers_user_keeps_its_own_and_sees_no_others() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let other = given::customer(&kit, "Wattle Works").await;
        let honey = product().product_code("H1").name("Honey");
        let theirs = save(&admin, other, honey).await;
        let user = kit.customer_user(customer).await;
        let wine = product().product_code("W6").name("Six bottles");
        save(&user, Null, wine).await;
        let calls = user.customers();
        let own = calls.get_products().sorting("productCode").await;
        assert_eq!(codes(&own.items), ["W6"]);
        calls.get_products().customer_id(other).refused(404).await;
        calls.get_product_for_edit(theirs.id).refused(404).await;
        calls.delete_product(theirs.id).refused(404).await;
    });
}

#[test]
fn a_table_is_exported_changed_and_imported() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let calls = admin.customers();
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let import = async |table: &str| {
            let file = ("products.csv", table.as_bytes());
            let sent = admin.files().upload_asset(file).await;
            let body = ImportFile::new()
                .customer_id(customer)
                .file_id(sent.file_id);
            calls.import_products(body).await
        };
        let done = import(
            "productCode,name,length,lengthUnit,weight,isDangerousGood,dangerousGoodsCategoryId\n\
             W6,Six bottles,0.4,m,8.5,,\nG1,Gin,,,1.2,true,30\nX1,,,,heavy,,\nX2,Nothing,,,-1,,\n",
        )
        .await;
        assert_eq!((done.total, done.inserted), (4, 2), "{done:?}");
        let table = calls
            .get_products_csv()
            .other("customerId", customer.0)
            .await;
        let table = String::from_utf8(table.body).unwrap();
        assert!(
            table.contains("W6,Six bottles,,,0.4,,,m,8.5,kg,false,,true"),
            "{table}"
        );
        let unchanged = ImportedTable {
            total: 2,
            inserted: 0,
            updated: 0,
            refused: 0,
            validation_errors: Vec::new(),
            job_id: None,
        };
        assert_eq!(import(&table).await, unchanged);
        let done = import("productCode,weight\nw6,9\n").await;
        assert_eq!((done.inserted, done.updated), (0, 1), "{done:?}");
        let list = calls
            .get_products()
            .sorting("productCode")
            .customer_id(customer)
            .await;
        let wine = &list.items[1];
        let (weight, length) = (wine.weight.as_ref(), wine.length.as_ref());
        assert_eq!(
            (weight.unwrap().value, length.unwrap().unit),
            (dec(9), LengthUnit::M),
            "{list:?}"
        );
    });
}
